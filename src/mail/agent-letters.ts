/** Letters about agents. */
import * as m from '../locale/paraglide/messages.js'
import type { Amount } from '../money/money.ts'
import type { Template, Write, Written } from './templates.ts'

type Decided = { number: string; reason: string; link: string }
const decided = (subject: Write<Written<Decided>>, body: Write<Written<Decided>>): Template<Decided> => ({
  ...{ about: 'account', subject, body, link: 'link', button: m.mail_agent_button },
})

type Slip = { number: string; month: string; gross: Amount; tax: Amount; paid: Amount; link: string }
const slip: Template<Slip> = {
  ...{ about: 'account', subject: m.mail_agent_slip_subject, body: m.mail_agent_slip_body },
  ...{ link: 'link', button: m.mail_agent_button },
}
const slipInGold: Template<Slip & { grams: Amount }> = {
  ...{ about: 'account', subject: m.mail_agent_slip_subject, body: m.mail_agent_slip_vault_body },
  ...{ link: 'link', button: m.mail_agent_button },
}
const slipToAccount: Template<Slip & { account: string }> = {
  ...{ about: 'account', subject: m.mail_agent_slip_subject, body: m.mail_agent_slip_account_body },
  ...{ link: 'link', button: m.mail_agent_button },
}
const prepared: Template<{ name: string; days: string; link: string }> = {
  ...{ about: 'account', subject: m.mail_agent_prepared_subject, body: m.mail_agent_prepared_body },
  ...{ link: 'link', button: m.mail_agent_prepared_button },
}

type Became = { number: string; name: string; link: string }
const became = (subject: Write<Written<Became>>, body: Write<Written<Became>>): Template<Became> => ({
  ...{ about: 'account', subject, body, link: 'link', button: m.mail_agent_button },
})

export const agentLetters = {
  agent_slip: slip,
  agent_slip_vault: slipInGold,
  agent_slip_account: slipToAccount,
  agent_prepared: prepared,
  agent_prepared_bought: became(m.mail_agent_prepared_bought_subject, m.mail_agent_prepared_bought_body),
  agent_prepared_declined: became(m.mail_agent_prepared_declined_subject, m.mail_agent_prepared_declined_body),
  agent_approved: decided(m.mail_agent_approved_subject, m.mail_agent_approved_body),
  agent_refused: decided(m.mail_agent_refused_subject, m.mail_agent_refused_body),
  agent_suspended: decided(m.mail_agent_suspended_subject, m.mail_agent_suspended_body),
  agent_resumed: decided(m.mail_agent_resumed_subject, m.mail_agent_resumed_body),
  agent_ended: decided(m.mail_agent_ended_subject, m.mail_agent_ended_body),
}
