/** A drawn signature as the call takes it: small enough to travel with the wish itself. */
const WIDTH = 480

export async function inBase64(drawn: File): Promise<string> {
  const picture = await createImageBitmap(drawn)
  const canvas = document.createElement('canvas')
  canvas.width = WIDTH
  canvas.height = Math.max(1, Math.round((picture.height * WIDTH) / picture.width))
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return canvas.toDataURL('image/png').replace(/^data:image\/png;base64,/, '')
}
