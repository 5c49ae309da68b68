"""Kernels that spill, for each device, from the parts of a scan:

    spark-submit spark.py /shared/tables /shared/spilling
"""

import sys

from pyspark.sql import SparkSession

tables, output = sys.argv[1:]
spark = SparkSession.builder.appName("zebin-kernels").getOrCreate()
spark.read.parquet(f"{tables}/part-*.parquet").createOrReplaceTempView("kernels")
spark.sql(
    """
    SELECT device, count(*) AS kernels,
           count_if(spill_size > 0 AND memory_source <> 'single-space') AS spilling,
           max(spill_size) AS most_bytes
    FROM kernels WHERE name IS NOT NULL
    GROUP BY device ORDER BY spilling DESC
    """
).write.mode("overwrite").parquet(output)
