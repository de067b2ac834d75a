/** Which files there are of a picture. The script that makes them and the server that names them agree here. Pure. */

/** A picture's name is its file name without width and ending. */
export type PictureFacts = { width: number; height: number; blur: string }

const steps = [240, 480, 960, 1600]

/** The widths in which a picture is kept: the usual ones below its own, and its own. */
export const widthsOf = (width: number): number[] => [...steps.filter((step) => step < width * 0.9), width]

export const pictureFile = (name: string, width: number, kind: 'avif' | 'webp'): string =>
  `/img/${name}-${width}.${kind}`
