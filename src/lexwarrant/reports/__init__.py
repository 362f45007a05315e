"""Reports of a run: HTML for people, Markdown for reviews, JUnit for build servers."""
