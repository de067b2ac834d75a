/** What becomes of a line of the bank, and of what goes back there. */
export const lineStates = [
  ...([
    'unmatched',
    'proposed',
    'matched',
    'confirmed',
    'returning',
    'returned',
    'set_aside',
    'not_ours',
    'pays_return',
  ] as const),
] as const
export const returnStates = ['to_list', 'listed', 'paid'] as const
