/** An account as it is told: its bank or wallet and its masked number, as far as that is still known. Pure. */
export const accountName = ({ provider_name, number }: { provider_name: string; number: string | null }): string =>
  `${provider_name} ${number ?? ''}`.trim()
