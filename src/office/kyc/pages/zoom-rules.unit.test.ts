import { expect, test } from 'vitest'
import { bounded, drawnScale, moved, pinched, scaled, turned, WHOLE } from './zoom-rules.ts'

const frame = { width: 400, height: 300 }
const card = { ...frame, picture: 1.6 }
const bill = { ...frame, picture: 0.5 }

test('a whole picture stays where it is, however it is pushed', () => {
  expect(moved(WHOLE, { x: 500, y: -500 }, card)).toEqual(WHOLE)
})

test('an enlarged one is moved until its edge is at the frame’s, and no further', () => {
  const twice = scaled(WHOLE, 2, card)
  expect(moved(twice, { x: 9999, y: 9999 }, card)).toEqual({ scale: 2, turn: 0, x: 200, y: 100 })
  expect(moved(twice, { x: -9999, y: -40 }, card)).toEqual({ scale: 2, turn: 0, x: -200, y: -40 })
  expect(moved(scaled(WHOLE, 2, bill), { x: 50, y: 9999 }, bill)).toMatchObject({ x: 0, y: 150 })
})

test('lying on its side it fits its frame and has the bounds of its side', () => {
  const side = turned(WHOLE)
  expect(drawnScale(side, bill)).toBeCloseTo(4 / 3)
  const twice = scaled(side, 2, bill)
  expect(moved(twice, { x: 9999, y: 9999 }, bill)).toMatchObject({ x: 200, y: 50 })
})

test('what is under the fingers stays there; between one and eight times', () => {
  const at = { x: 60, y: 30 }
  const twice = scaled(WHOLE, 2, card, at)
  expect(twice).toMatchObject({ scale: 2, x: -60, y: -30 })
  expect(scaled(twice, 100, card).scale).toBe(8)
  expect(scaled(moved(twice, { x: 9, y: 9 }, card), 0.01, card)).toEqual(WHOLE)
})

test('two fingers that part enlarge by how far, and move it with their middle', () => {
  const before: [{ x: number; y: number }, { x: number; y: number }] = [
    { x: -50, y: 0 },
    { x: 50, y: 0 },
  ]
  const wider: typeof before = [
    { x: -150, y: 0 },
    { x: 150, y: 0 },
  ]
  expect(pinched(WHOLE, before, wider, card)).toMatchObject({ scale: 3, x: 0, y: 0 })
  expect(pinched({ ...WHOLE, scale: 3 }, wider, before, card)).toEqual(WHOLE)
  const aside: typeof before = [
    { x: -30, y: 10 },
    { x: 70, y: 10 },
  ]
  expect(pinched({ ...WHOLE, scale: 3 }, before, aside, card)).toMatchObject({ scale: 3, x: 20, y: 10 })
  expect(bounded({ scale: 1, turn: 0, x: 3, y: 3 }, card)).toEqual(WHOLE)
})
