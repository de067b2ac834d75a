/** Where the pages of the vault stand. */
export const vaultPlaces = {
  home: '/user',
  purchase: '/user/trade/purchase',
  cashingIn: '/user/trade/cashingIn',
  /** Where money is added to the balance; null until there is such a page, and then nothing else has to change. */
  deposit: null as string | null,
} as const
