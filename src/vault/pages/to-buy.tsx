/** The ways to where gold is bought and money is deposited, while the store offers either. */
import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'react-router'
import * as m from '../../locale/paraglide/messages.js'
import { ButtonLink } from '../../ui/button.tsx'
import { useShell } from '../../ui/shell-data.ts'
import { vaultPlaces } from './trade-places.ts'

type Look = Pick<ComponentProps<typeof ButtonLink>, 'kind' | 'size' | 'className'>

/** `name`: where it says more than that gold is bought. */
export const ToBuy = ({ name = m.vault_buy(), ...look }: Look & { name?: string }) =>
  useShell().store.features.gold_accounts && (
    <ButtonLink {...look} to={vaultPlaces.purchase}>
      {name}
    </ButtonLink>
  )

export const ToDeposit = (look: Look) =>
  useShell().store.features.cash_balance && (
    <ButtonLink {...look} to={vaultPlaces.deposit}>
      {m.vault_deposit_title()}
    </ButtonLink>
  )

/** The same beside a form. */
export const DepositLink = ({ className, children }: { className: string; children: ReactNode }) =>
  useShell().store.features.cash_balance && (
    <Link to={vaultPlaces.deposit} className={`link small min-h-11 ${className}`}>
      {children}
    </Link>
  )
