/** Draws src/ui/icons.svg, the one sprite, from the single icons of @phosphor-icons/core. Run it after icon-names.ts changed. */
import { readFileSync, writeFileSync } from 'node:fs'
import { iconNames } from '../src/ui/icon-names.ts'

const symbols = iconNames.map((name) => {
  const weight = name.endsWith('-fill') ? 'fill' : 'regular'
  const svg = readFileSync(`node_modules/@phosphor-icons/core/assets/${weight}/${name}.svg`, 'utf8')
  const shapes = /^<svg[^>]*>(.*)<\/svg>\s*$/s.exec(svg)?.[1]
  if (!shapes) throw new Error(`${name}.svg is not an icon`)
  return `<symbol id="${name}" viewBox="0 0 256 256">${shapes}</symbol>`
})
writeFileSync(
  'src/ui/icons.svg',
  `<svg xmlns="http://www.w3.org/2000/svg">\n<title>Icons</title>\n${symbols.join('\n')}\n</svg>\n`,
)
