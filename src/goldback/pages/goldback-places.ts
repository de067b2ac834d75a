/** Where the pages of gold-back stand; the second as the seed spells it. */
export const goldbackPlaces = {
  sell: '/user/trade/goldBack',
  history: '/user/goldBackHistroy',
  case: (id: string): string => `/user/goldBackHistroy/case?case_id=${id}`,
} as const
