/** Whether a secret was drawn or thought up. Pure. */

const LEAST_DIFFERENT = 10

/**
 * Whether whoever guesses finds it soon: few different characters, one part again and again, or neighbours in a row
 * (`abcdef…`). It cannot know a secret that only looks drawn.
 */
export function isEasySecret(secret: string): boolean {
  return new Set(secret).size < LEAST_DIFFERENT || isRepeated(secret) || isInARow(secret)
}

const isRepeated = (secret: string): boolean =>
  Array.from({ length: Math.floor(secret.length / 2) }, (_, i) => secret.slice(0, i + 1)).some((part) =>
    part.repeat(Math.ceil(secret.length / part.length)).startsWith(secret),
  )

function isInARow(secret: string): boolean {
  const steps = Array.from(secret.slice(1), (_, i) => secret.charCodeAt(i + 1) - secret.charCodeAt(i))
  return steps.filter((step) => Math.abs(step) <= 1).length > secret.length / 2
}
