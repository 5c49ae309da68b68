/** The decision of the newest driver for `info`, which is loaded for files with a zebin only: it replays what a driver does. */
export { driverVerdict, TABLES } from '../../src/internal.ts';
