"""Text as characters: offsets, folding, marks and quotations, always with the way back."""
