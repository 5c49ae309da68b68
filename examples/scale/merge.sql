-- The parts of a scan as one table, for the command line of DuckDB in the folder of the parts:
--
--   duckdb < merge.sql
--
-- Parts are read in the order of their names, and rows keep their order, so the result has the rows of one run over the whole tree.
CREATE VIEW kernels AS SELECT * FROM read_parquet('part-*.parquet');

COPY (SELECT * FROM kernels) TO 'kernels.parquet' (FORMAT parquet, COMPRESSION zstd);

SELECT device, count(*) AS kernels, count(*) FILTER (spill_size > 0) AS spilling
FROM kernels WHERE name IS NOT NULL GROUP BY device ORDER BY spilling DESC;
