(function () {
  "use strict";
  var form = document.querySelector(".controls");
  if (!form) return;
  form.hidden = false;
  var rows = Array.prototype.slice.call(document.querySelectorAll(".row"));
  var boxes = Array.prototype.slice.call(form.querySelectorAll("input[type=checkbox]"));
  var find = form.querySelector("input[type=search]");
  var said = form.querySelector("output");
  function apply() {
    var on = {};
    boxes.forEach(function (b) { on[b.value] = b.checked; });
    var words = find.value.toLowerCase().split(/\s+/).filter(Boolean);
    var shown = 0;
    rows.forEach(function (row) {
      var fits = on[row.dataset.outcome] &&
        words.every(function (w) { return row.dataset.search.indexOf(w) >= 0; });
      row.hidden = !fits;
      if (fits) shown += 1;
    });
    said.textContent = shown + " of " + rows.length + " shown";
  }
  form.addEventListener("input", apply);
  form.addEventListener("submit", function (event) { event.preventDefault(); });
  form.addEventListener("click", function (event) {
    var open = event.target.dataset && event.target.dataset.open;
    if (open === undefined) return;
    rows.forEach(function (row) {
      var sealed = row.closest(".sealed");
      if (open === "0" || (!row.hidden && !(sealed && !sealed.open))) row.open = open === "1";
    });
  });
  apply();
})();
