import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { askPatiently } from './ask-patiently.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const refusal = (error: string, status = 503, seconds = '2') =>
  new Response(JSON.stringify({ status: 'error', error }), { status, headers: { 'retry-after': seconds } })
const served = () => new Response('{"status":"success"}')

/** Sends that are answered in turn, and how often it was sent. */
function server(...answers: Response[]) {
  const calls = { n: 0 }
  const send = async () => answers[Math.min(calls.n++, answers.length - 1)] as Response
  return { calls, send }
}

test('what was refused for want of room is asked again, not before the server says', async () => {
  const { calls, send } = server(refusal('busy'), refusal('busy'), served())
  const answer = askPatiently(send)
  await vi.advanceTimersByTimeAsync(1999)
  expect(calls.n).toBe(1)
  await vi.advanceTimersByTimeAsync(1001)
  expect(calls.n).toBe(2)
  await vi.advanceTimersByTimeAsync(3999 - 1000)
  expect(calls.n).toBe(2)
  await vi.advanceTimersByTimeAsync(3001)
  expect(await (await answer).text()).toBe('{"status":"success"}')
  expect(calls.n).toBe(3)
})

test('the fourth refusal is the answer, whole', async () => {
  const { calls, send } = server(refusal('busy'), refusal('busy'), refusal('busy'), refusal('busy'))
  const answer = askPatiently(send)
  await vi.runAllTimersAsync()
  expect(await (await answer).json()).toMatchObject({ error: 'busy' })
  expect(calls.n).toBe(4)
})

test.each([
  ['may have happened', refusal('outcome_unknown')],
  ['another reason', refusal('overloaded')],
  ['no room, with another status', refusal('busy', 500)],
  ['no answer of ours', new Response('<h1>Bad gateway</h1>', { status: 503 })],
])('nothing else is asked again: %s', async (_, answer) => {
  const { calls, send } = server(answer)
  expect(await askPatiently(send)).toBe(answer)
  expect(calls.n).toBe(1)
})

test('who goes away in between does not ask again', async () => {
  const { calls, send } = server(refusal('busy'), served())
  const gone = new AbortController()
  const answer = askPatiently(send, gone.signal)
  const failure = expect(answer).rejects.toThrow('gone')
  await vi.advanceTimersByTimeAsync(500)
  gone.abort(new Error('gone'))
  await failure
  await vi.runAllTimersAsync()
  expect(calls.n).toBe(1)
})
