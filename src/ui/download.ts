/** Files that only their owner may have: fetched with the bearer token, then given to the browser to keep. */

import { get, type Query } from './api-client.ts'
import { askPatiently } from './ask-patiently.ts'
import { currency, store, token } from './session.ts'

/** Saves the answer of a call that is bytes. What it refuses is said in a toast, and thrown. */
export async function download(path: string, query: Record<string, string>): Promise<void> {
  const response = await fetchBytes(path, query)
  // Asked once more as an ordinary call, which knows what to do with every refusal.
  if (!response?.ok) return void (await get(path, query satisfies Query))
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'karat'
  saveFile(name, await response.blob())
}

/** Gives the browser a file to keep. */
export function saveFile(name: string, bytes: Blob): void {
  const address = URL.createObjectURL(bytes)
  const link = Object.assign(document.createElement('a'), { href: address, download: name })
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}

/** A picture that only its owner may see, as an address that an <img> takes; null once the refusal was said. */
export async function pictureAddress(path: string, query: Record<string, string>): Promise<string | null> {
  const response = await fetchBytes(path, query)
  if (response?.ok) return URL.createObjectURL(await response.blob())
  await get(path, query satisfies Query).catch(() => {})
  return null
}

const fetchBytes = (path: string, query: Record<string, string>) =>
  askPatiently(() =>
    fetch(`/api/store${store()}${path}?${new URLSearchParams(query)}`, {
      headers: { authorization: `Bearer ${token()}`, currency: currency(), platform: 'web' },
    }),
  ).catch(() => null)
