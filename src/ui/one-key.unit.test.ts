import { expect, test } from 'vitest'
import { oneKey } from './one-key.ts'

class Lost extends Error {}

function sender() {
  let last = 0
  const sent: string[] = []
  const send = oneKey(
    () => `key ${++last}`,
    (failure) => failure instanceof Lost,
  )
  const answering = (answer: unknown) => async (key: string) => {
    sent.push(key)
    if (answer instanceof Error) throw answer
    return answer
  }
  return { sent, send, answering }
}

test('a wish whose answer was lost is sent again with its key, until it is answered', async () => {
  const { sent, send, answering } = sender()
  await expect(send('buy', answering(new Lost()))).rejects.toThrow(Lost)
  await expect(send('buy', answering(new Lost()))).rejects.toThrow(Lost)
  await send('buy', answering('done'))
  await send('buy', answering('done'))
  expect(sent).toEqual(['key 1', 'key 1', 'key 1', 'key 2'])
})

test('a refusal is an answer: the next try is a new wish', async () => {
  const { sent, send, answering } = sender()
  await expect(send('buy', answering(new Error('out of stock')))).rejects.toThrow('out of stock')
  await send('buy', answering('done'))
  expect(sent).toEqual(['key 1', 'key 2'])
})

test('another wish has another key, and one wish sent twice at once has one', async () => {
  const { sent, send, answering } = sender()
  await Promise.all([send('buy', answering('done')), send('buy', answering('done'))])
  await expect(send('buy 2', answering(new Lost()))).rejects.toThrow(Lost)
  await send('sell', answering('done'))
  expect(sent).toEqual(['key 1', 'key 1', 'key 2', 'key 3'])
})
