/**
 * Whether a text promises a return. Spaces, punctuation, case, marks, look-alikes, drawn-out letters and the order of words do not get around
 * it. Pure.
 */
import { promisedWords } from './promised-words-rules.ts'

/** Letters of other alphabets, digits and signs that stand for a Latin letter; `l` and `1` are an `i`. */
const lookAlikes: Record<string, string> = Object.fromEntries(
  Object.entries({
    a: 'а@4αаɑᴀ',
    b: '8вЬьβʙƀɓ',
    c: 'сϲ¢ᴄƈ',
    d: 'ԁᴅđɖɗ',
    e: '3еёєε€ᴇɛəɇ',
    f: 'ꜰƒ',
    g: '9ɡɢǥɠ',
    h: 'һнʜħ',
    i: '1l|!іїιӏıɪɩʟłɫɨ',
    j: 'јᴊɉʝ',
    k: 'кκᴋƙ',
    m: 'мᴍ',
    n: 'пηոɴɲ',
    o: '0оοσօᴏøɵ',
    p: 'рρᴘƥ',
    q: 'ԛǫ',
    r: 'гяʀɍɾ',
    s: '5$ѕꜱ',
    t: '7тτ+ᴛŧƭ',
    u: 'υцսᴜʉʊ',
    v: 'νѵᴠʋ',
    w: 'ԝωᴡ',
    x: 'хχ×',
    y: 'уγʏɏ',
    z: '2ᴢƶ',
    证: '證',
    获: '獲',
    赚: '賺',
    稳: '穩',
    险: '險',
    风: '風',
    报: '報',
    涨: '漲',
    亏: '虧',
    无: '無',
    没: '沒',
    会: '會',
    绝: '絕',
    润: '潤',
    额: '額',
  }).flatMap(([letter, alike]) => [...alike].map((one) => [one, letter])),
)

/** Alphabets of drawn letters, A to Z in a row: in squares, in circles, as flags. */
const drawn = [0x1f130, 0x1f150, 0x1f170, 0x1f1e6]
const undrawn = (sign: string): string => {
  const first = drawn.find((start) => (sign.codePointAt(0) ?? 0) >= start && (sign.codePointAt(0) ?? 0) < start + 26)
  return first === undefined ? sign : String.fromCharCode(97 + (sign.codePointAt(0) ?? 0) - first)
}

/** A text as it is compared: percentages as `%`, then letters alone, each as often as it takes. */
const plainOf = (text: string): string =>
  text
    .replace(/[\u{1f130}-\u{1f1ff}]/gu, undrawn)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}|\p{Cf}/gu, '')
    .replace(/(?:\p{Nd}+(?:\s*[.,]\s*\p{Nd}+)?\s*)?(?:%|٪|persen|prosen|peratus|percent|per cent|pct|个百分点)/gu, '%')
    .replace(/百分之[一二三四五六七八九十百\d]+/gu, '%')
    .replace(/%\s*\/\s*/g, '% per ')
    .replace(/%\s*p\.?\s?a(?![\p{L}])/gu, '% per annum')
    .replace(/%\s*p\.?\s?m(?![\p{L}])/gu, '% per month')
    .replace(/./gu, (sign) => lookAlikes[sign] ?? sign)
    .replace(/[^\p{L}%]/gu, '')
    .replace(/(.)\1+/gu, '$1')

/** Letters that may stand between two words which promise something together. */
const NEAR = 12
type Compared = { word: string; parts: string[] }
const compared: Compared[] = Object.values(promisedWords).flatMap((words) =>
  words.map((word) => ({ word, parts: word.split('~').map((part) => plainOf(part.replace('%', '1%'))) })),
)

/** The first such word in a text, as the list has it, or null. */
export function findPromise(text: string): string | null {
  const plain = plainOf(text)
  return compared.find(({ parts }) => says(plain, parts))?.word.replace(' ~ ', ' … ') ?? null
}

function says(plain: string, [one = '', other]: string[]): boolean {
  if (other === undefined) return plain.includes(one)
  for (let at = plain.indexOf(one); at >= 0; at = plain.indexOf(one, at + 1)) {
    const around = plain.slice(Math.max(0, at - NEAR - other.length), at + one.length + NEAR + other.length)
    if (around.includes(other)) return true
  }
  return false
}
