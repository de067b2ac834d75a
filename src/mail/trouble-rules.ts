/** What went wrong when a letter was handed over, of the code that its channel keeps of it (smtp-channel.ts). Pure. */

export const troubles = ['unreachable', 'encryption', 'login', 'sender', 'receiver', 'other'] as const
export type Trouble = (typeof troubles)[number]

/** "EAUTH AUTH PLAIN 535" is a wrong name or password; what the server said to which command comes before how the line ended. */
export function troubleOf(problem: string): Trouble {
  if (/^EAUTH|\bAUTH\b/.test(problem)) return 'login'
  if (/^(ETLS|EREQUIRETLS)|\bSTARTTLS\b/.test(problem)) return 'encryption'
  if (problem.includes('MAIL FROM')) return 'sender'
  if (problem === 'no usable address' || problem.includes('RCPT TO')) return 'receiver'
  return /^(EDNS|ECONN|ETIMEDOUT|ESOCKET|EPROTOCOL)/.test(problem) ? 'unreachable' : 'other'
}
