/** What a form of the list does not ask itself, carried along as hidden fields for browsers without JavaScript. */
import { useSearchParams } from 'react-router'
import { filterNames } from './list-query.ts'

/** What the list reads, and nothing else of an address: the server's page is the same wherever a link was clicked. */
const read = ['q', ...filterNames, 'sort', 'show']

export function KeptFields({ but }: { but: readonly string[] }) {
  const [search] = useSearchParams()
  return read
    .filter((name) => !but.includes(name))
    .flatMap((name) => search.getAll(name).map((value) => [name, value] as const))
    .map(([name, value]) => <input key={`${name} ${value}`} type="hidden" name={name} value={value} />)
}
