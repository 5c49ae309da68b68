/** Colours, which a run without a terminal does not load. */
import { createColors } from 'picocolors';

export const COLORS = createColors(true);
