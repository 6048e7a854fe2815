"""What play is worth: all plans of a view, and every decision of a record.

`evaluate` judges one view, `review` goes through records, `report` writes both as JSON and as
comments in records, `plot` draws the course of a match.
"""
