/** How far a picture is enlarged, turned and moved in its frame; it never leaves it. Pure. */

/** `x` and `y` are pixels off the middle of the frame. */
export type Look = { scale: number; turn: number; x: number; y: number }
export type Point = { x: number; y: number }
/** The frame in pixels, and the picture's width by height. */
export type Sizes = { width: number; height: number; picture: number }

export const WHOLE: Look = { scale: 1, turn: 0, x: 0, y: 0 }
export const STEP = 1.4
const MOST = 8
const MIDDLE: Point = { x: 0, y: 0 }

/** How much smaller a picture must be to fit its frame when it lies on its side; both ratios are width by height. */
function fitOnSide(picture: number, frame: number): number {
  const [width, height] = picture > frame ? [frame, frame / picture] : [picture, 1]
  return Math.min(frame / height, 1 / width)
}

/** The scale at which a picture is drawn that fits its frame upright. */
export const drawnScale = ({ scale, turn }: Look, { width, height, picture }: Sizes): number =>
  scale * (turn % 180 === 90 ? fitOnSide(picture, width / height) : 1)

/** The same look where no edge of an enlarged picture comes further in than the frame's. */
export function bounded(look: Look, sizes: Sizes): Look {
  const { width, height, picture } = sizes
  const upright = picture > width / height ? [width, width / picture] : [height * picture, height]
  const drawn = (look.turn % 180 === 90 ? upright.toReversed() : upright).map((side) => side * drawnScale(look, sizes))
  const within = (at: number, side: number, frame: number) => {
    const most = Math.max(0, (side - frame) / 2)
    return most === 0 ? 0 : Math.min(most, Math.max(-most, at))
  }
  return { ...look, x: within(look.x, drawn[0] ?? 0, width), y: within(look.y, drawn[1] ?? 0, height) }
}

/** Enlarged by so much, where what is at `about` stays there. */
export function scaled(look: Look, by: number, sizes: Sizes, about = MIDDLE): Look {
  const scale = Math.min(MOST, Math.max(1, look.scale * by))
  if (scale === 1) return { ...WHOLE, turn: look.turn }
  const grown = scale / look.scale
  const [x, y] = [about.x - (about.x - look.x) * grown, about.y - (about.y - look.y) * grown]
  return bounded({ ...look, scale, x, y }, sizes)
}

export const turned = ({ turn }: Look): Look => ({ ...WHOLE, turn: (turn + 90) % 360 })

export const moved = (look: Look, by: Point, sizes: Sizes): Look =>
  bounded({ ...look, x: look.x + by.x, y: look.y + by.y }, sizes)

/** What two fingers do that go from `before` to `after`: enlarge by how far they part, and move with their middle. */
export function pinched(look: Look, before: [Point, Point], after: [Point, Point], sizes: Sizes): Look {
  const apart = ([one, two]: [Point, Point]) => Math.max(1, Math.hypot(one.x - two.x, one.y - two.y))
  const middle = ([one, two]: [Point, Point]) => ({ x: (one.x + two.x) / 2, y: (one.y + two.y) / 2 })
  const [from, to] = [middle(before), middle(after)]
  const grown = scaled(look, apart(after) / apart(before), sizes, from)
  return moved(grown, { x: to.x - from.x, y: to.y - from.y }, sizes)
}
