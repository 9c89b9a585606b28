"""What a person reads: positions around the table, answers, games. Plain values in, `rich` texts out."""
