/** Ten sheets of labels are printed at a time. */
export const MOST_LABELS = 240
