import { expect, test } from 'vitest'
import { startMailServer } from '../../tests/support/mail-server.ts'
import { openSmtpChannel, type SmtpOptions } from './smtp-channel.ts'
import { troubleOf } from './trouble-rules.ts'

test.each([
  ['EENVELOPE MAIL FROM 550', 'sender'],
  ['EENVELOPE RCPT TO 550', 'receiver'],
  ['no usable address', 'receiver'],
  ['EDNS CONN', 'unreachable'],
  ['ETIMEDOUT CONN', 'unreachable'],
  ['EMESSAGE DATA 554', 'other'],
])('%s is told as %s', (problem, told) => expect(troubleOf(problem)).toBe(told))

/** What a letter to a real server ends with. */
async function troubleAt(
  served: Parameters<typeof startMailServer>[0],
  { close, ...more }: Partial<SmtpOptions> & { close?: true },
) {
  const server = await startMailServer(served)
  const url = `smtp://${served?.user ? 'mail:wrong@' : ''}localhost:${server.port}`
  const channel = openSmtpChannel({
    url,
    tls: 'required',
    from: 'mail@karat.example',
    replyTo: '',
    ca: server.ca,
    ...more,
  })
  if (close) await server.close()
  const letter = { id: '1', to: 'ratna@karat.test', subject: 'Test', text: 'Test', html: '', unsubscribe: null }
  const outcome = await channel.send(letter)
  await channel.close()
  if (!close) await server.close()
  return outcome.is === 'sent' ? outcome.is : troubleOf(outcome.problem)
}

test('a wrong password, a line without encryption, and nobody at home are told apart', async () => {
  expect(await troubleAt({ user: 'mail', password: 'right' }, {})).toBe('login')
  expect(await troubleAt({ tls: false }, {})).toBe('encryption')
  expect(await troubleAt({}, { close: true })).toBe('unreachable')
  expect(await troubleAt({}, {})).toBe('sent')
})
