/** What a form of the list does not ask itself, carried along as hidden fields for browsers without JavaScript. */
import { useSearchParams } from 'react-router'

export function KeptFields({ but }: { but: readonly string[] }) {
  const [search] = useSearchParams()
  return [...search]
    .filter(([name]) => name !== 'page' && !but.includes(name))
    .map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)
}
