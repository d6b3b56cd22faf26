"""Pieces of HTML that a notebook and the local page show: a verdict, heatmaps of numbers."""
