/** Where the pages of the vault stand. */
export const vaultPlaces = {
  home: '/user',
  record: '/user/trade/record',
  purchase: '/user/trade/purchase',
  purchasePayment: '/user/trade/purchase/payment',
  cashingIn: '/user/trade/cashingIn',
  deposit: '/user/trade/deposit',
  transfer: '/user/trade/transfer',
  withdraw: '/user/trade/withdraw',
  redeem: '/user/trade/redeem',
  price: '/user/trade/price',
  alerts: '/user/trade/alerts',
  limits: '/user/trade/limits',
  plans: '/user/trade/plans',
} as const
