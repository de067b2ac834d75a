import QRCode from 'qrcode'

export type Drawn = { size: number; path: string }

/** A text as squares to scan: the outline of the dark ones on a field of `size` by `size`. */
export function drawQr(text: string, errorCorrectionLevel: 'M' | 'Q'): Drawn {
  const { modules } = QRCode.create(text, { errorCorrectionLevel })
  let path = ''
  for (let row = 0; row < modules.size; row++)
    for (let column = 0; column < modules.size; column++)
      if (modules.get(row, column)) path += `M${column} ${row}h1v1h-1z`
  return { size: modules.size, path }
}
