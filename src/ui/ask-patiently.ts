/** Asks again what the server had no room for. Such a refusal comes before anything was done (docs/decisions/0040), whatever was asked. */

const TIMES = 3

/**
 * The answer of `send`, which is sent again after a refusal `busy`, at the earliest when the server says; the last refusal is
 * the answer. Members that were refused together do not come back together. Rejects with the signal's reason once it is aborted.
 */
export async function askPatiently(send: () => Promise<Response>, signal?: AbortSignal): Promise<Response> {
  for (let time = 1; ; time++) {
    const response = await send()
    if (time > TIMES || !(await isBusy(response))) return response
    const seconds = Number(response.headers.get('retry-after') ?? 1)
    await pause(seconds * 1000 * time * (1 + Math.random() / 2), signal)
  }
}

async function isBusy(response: Response): Promise<boolean> {
  if (response.status !== 503) return false
  const body = await response
    .clone()
    .json()
    .catch(() => null)
  return body?.error === 'busy'
}

const pause = (milliseconds: number, signal?: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    signal?.throwIfAborted()
    const timer = setTimeout(resolve, milliseconds)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
