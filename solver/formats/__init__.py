"""Between text and the fields of a position: PBN, JSON, books' tables, and what is wrong with them."""
