#!/bin/sh
#SBATCH --job-name=zebin-scan
#SBATCH --array=1-16
#SBATCH --cpus-per-task=8
#SBATCH --mem=4G
#SBATCH --time=01:00:00
#SBATCH --requeue
# One table of kernels for each of sixteen parts of a tree, each on a node of its own:
#
#   sbatch slurm.sh /shared/builds /shared/tables
#
# A task that is stopped goes on with its part when it is queued again.
set -eu
tree=$1
tables=$2
mkdir -p "$tables"
exec zebin scan "$tree" --allow-damaged \
  --shard "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT" \
  --workers "${SLURM_CPUS_PER_TASK:-1}" \
  -o "$tables/$(printf 'part-%04d' "$SLURM_ARRAY_TASK_ID").parquet"
