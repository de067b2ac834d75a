/** The provider's page when its address is one a browser may be sent to, else null. Pure. */
export const safePayAddress = (address: string | null | undefined): string | null =>
  address && URL.canParse(address) && ['https:', 'http:'].includes(new URL(address).protocol) ? address : null
