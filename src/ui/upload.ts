/** Sends a picture with its progress, as the seed's calls are sent. The one call that is not JSON. */
import { type Answer, callAddress, callHeaders, readBody, settle } from './api-client.ts'
import { token } from './session.ts'

type Sending = { file: Blob; name: string; onProgress: (share: number) => void; signal: AbortSignal }
type Uploaded = { id: string; width: number; height: number; bytes: number }

/** Longer sides than the shop keeps, and files that would be long on the way, are made smaller here first. */
const EDGE = 2000
const SMALL_BYTES = 600_000

/** A picture for something that is about to be sent. Rejects with ApiError, or AbortError after `signal`. */
export const uploadPicture = ({ purpose, ...sending }: Sending & { purpose: string }): Promise<Uploaded> =>
  uploadTo('/file/upload_image', { purpose }, sending)

/** A picture and the fields beside it, to the call that takes them. Rejects as above. */
export async function uploadTo(path: string, fields: Record<string, string>, sending: Sending): Promise<Uploaded> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set('file', await madeSmaller(sending.file), sending.name)
  const sentWith = token()
  const body = await sendForm(callAddress(path), form, sending)
  const answer: Answer<Uploaded> = await settle<Uploaded>(path, body, { sentWith })
  if (answer.status !== 'success') throw new Error(answer.message)
  return answer.data
}

function sendForm(
  address: string,
  form: FormData,
  { onProgress, signal }: Pick<Sending, 'onProgress' | 'signal'>,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', address)
    for (const [name, value] of Object.entries(callHeaders())) request.setRequestHeader(name, value)
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0))
    request.addEventListener('load', () => resolve(readBody(request.responseText)))
    request.addEventListener('error', () => resolve(null))
    request.addEventListener('abort', () => reject(new DOMException('cancelled', 'AbortError')))
    signal.addEventListener('abort', () => request.abort(), { once: true })
    if (signal.aborted) return reject(new DOMException('cancelled', 'AbortError'))
    request.send(form)
  })
}

/** The picture as it is when it is small or this browser cannot read it: then the shop judges it. */
async function madeSmaller(file: Blob): Promise<Blob> {
  if (file.size <= SMALL_BYTES) return file
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null)
  if (!picture) return file
  const scale = Math.min(1, EDGE / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(picture.width * scale)
  canvas.height = Math.round(picture.height * scale)
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  const smaller = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', 0.88))
  return smaller && smaller.size < file.size ? smaller : file
}
