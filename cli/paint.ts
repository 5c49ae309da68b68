/** Colours. A run without a terminal does not load them. */
import { createColors } from 'picocolors';

export const COLORS = createColors(true);
