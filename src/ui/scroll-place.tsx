/**
 * Where a page was scrolled to, as the router's ScrollRestoration keeps it. Its script is written by the server alone: it has
 * run when React comes, and the router's own writes it again at every move, which our content policy refuses (decision 0026).
 */
import { UNSAFE_useScrollRestoration as useScrollRestoration } from 'react-router'
import { useNonce } from './nonce.ts'

const STORAGE_KEY = 'scroll-places'
const script = `(function(){var h=history,k=h.state&&h.state.key,y;
if(!k){k=Math.random().toString(32).slice(2);h.replaceState({key:k},'')}
try{y=JSON.parse(sessionStorage.getItem('${STORAGE_KEY}')||'{}')[k];if(typeof y==='number')scrollTo(0,y)}
catch(e){sessionStorage.removeItem('${STORAGE_KEY}')}})()`

export function ScrollPlace() {
  const nonce = useNonce()
  useScrollRestoration({ storageKey: STORAGE_KEY })
  return (
    <script
      nonce={nonce}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant, which must run before the page is painted
      dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? script : '' }}
    />
  )
}
