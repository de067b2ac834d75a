/** Whether a text promises a return. Spaces, punctuation, case, marks, look-alikes and drawn-out letters do not get around it. Pure. */
import { promisedWords } from './promised-words-rules.ts'

/** Letters of other alphabets, digits and signs that stand for a Latin letter; `l` and `1` are an `i`. */
const lookAlikes: Record<string, string> = Object.fromEntries(
  Object.entries({
    a: 'а@4αаɑ',
    b: '8вЬьβ',
    c: 'сϲ¢',
    d: 'ԁ',
    e: '3еёєε€',
    g: '9ɡ',
    h: 'һн',
    i: '1l|!іїιӏı',
    k: 'кκ',
    m: 'м',
    n: 'пηո',
    o: '0оοσօ',
    p: 'рρ',
    q: 'ԛ',
    r: 'гя',
    s: '5$ѕ',
    t: '7тτ+',
    u: 'υцս',
    v: 'νѵ',
    w: 'ԝω',
    x: 'хχ×',
    y: 'уγ',
    z: '2',
  }).flatMap(([letter, alike]) => [...alike].map((one) => [one, letter])),
)

/** A text as it is compared: percentages as `%`, then letters alone, each as often as it takes. */
const plainOf = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}|\p{Cf}/gu, '')
    .replace(/\d+(?:\s*[.,]\s*\d+)?\s*(?:%|٪|persen|percent|per cent|pct|个百分点)/gu, '%')
    .replace(/百分之[一二三四五六七八九十百\d]+/gu, '%')
    .replace(/./gu, (sign) => lookAlikes[sign] ?? sign)
    .replace(/[^\p{L}%]/gu, '')
    .replace(/(.)\1+/gu, '$1')

const compared = Object.values(promisedWords).flatMap((words) =>
  words.map((word) => ({ word, plain: plainOf(word.replace('%', '1%')) })),
)

/** The first such word in a text, as the list has it, or null. */
export function findPromise(text: string): string | null {
  const plain = plainOf(text)
  return compared.find((one) => plain.includes(one.plain))?.word ?? null
}
