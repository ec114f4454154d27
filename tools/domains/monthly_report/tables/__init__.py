"""Revenue tables: any file of rows with periods and amounts, read under a mapping (docs/tables.md)."""
