/** The shell around every page: language, theme, fonts, the shop's facts, and the full error page. */
import { type ReactNode, useEffect } from 'react'
import {
  Links,
  Meta,
  Outlet,
  redirect,
  Scripts,
  useLocation,
  useNavigate,
  useNavigation,
  useRouteLoaderData,
} from 'react-router'
import type { Route } from './+types/root'
import { listCategories } from './catalogue/catalogue-queries.ts'
import { pageContext } from './http/context.ts'
import { isLanguage, shortOf } from './locale/languages.ts'
import * as m from './locale/paraglide/messages.js'
import { speaking } from './locale/request-language.ts'
import { priceSnapshot } from './pricing/price-queries.ts'
import { Refusal } from './refusals.ts'
import { features } from './stores/feature-rules.ts'
import type { SettingValue } from './stores/setting-rules.ts'
import { brandOf } from './stores/stores.ts'
import { BuildNotice } from './ui/build-notice.tsx'
import { mindMoves } from './ui/build-watch.ts'
import { learnWrittenTime } from './ui/clock.ts'
import { DialogHost } from './ui/dialog.tsx'
import { ErrorPage } from './ui/error-page.tsx'
import sansFont from './ui/fonts/hanken-grotesk.woff2?url'
import serifFont from './ui/fonts/newsreader.woff2?url'
import { setGo, setPending } from './ui/go.ts'
import { language } from './ui/language.ts'
import { partsAreHere } from './ui/later.tsx'
import { LoadingVeil } from './ui/loading.tsx'
import { useNonce } from './ui/nonce.ts'
import { PageAddress } from './ui/page-address.tsx'
import { pictureScript } from './ui/picture-script.ts'
import { PinPlace } from './ui/pin-place.tsx'
import type { LivePrice } from './ui/price.ts'
import { reloadScript } from './ui/reload-script.ts'
import { ruledTarget } from './ui/route-rules.ts'
import { ScrollPlace } from './ui/scroll-place.tsx'
import type { ShellData } from './ui/shell-data.ts'
import { startScript } from './ui/start-script.ts'
import './ui/styles/app.css'
import { themeScript } from './ui/theme.ts'
import { Toasts } from './ui/toast.tsx'
import { Letters } from './ui/wordmark.tsx'

export const middleware: Route.MiddlewareFunction[] = [
  ({ context, url }, next) => {
    const { language, site } = context.get(pageContext)
    const target = ruledTarget(site.rules, url)
    if (target !== null) throw redirect(target)
    return speaking(language, next)
  },
]

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  ({ url }) => mindMoves(url),
  async (_, next) => {
    const answers = await next()
    await partsAreHere()
    return answers
  },
]

/** Categories at the top of every shop, by the names for which a menu has room; more than so many would not stand beside each other. */
const shortNames: Record<string, typeof m.ui_nav_bars> = {
  bars: m.ui_nav_bars,
  coins: m.ui_nav_coins,
  jewellery: m.ui_nav_jewellery,
}
const MOST_KINDS = 5

export function loader({ context }: Route.LoaderArgs): ShellData {
  const { karat, store, currency, language, site } = context.get(pageContext)
  return {
    store: {
      code: store.code,
      name: store.name,
      brand: brandOf(store),
      currency: store.currency,
      currencies: store.currencies,
      time_zone: store.timeZone,
      language: store.language,
      country: store.country,
      house: houseIn(store.settings.house, language),
      features: store.features,
      ended: features.filter((feature) => store.had[feature] && !store.features[feature]),
      days: { from: store.settings.delivery.days_from, to: store.settings.delivery.days_to },
      minutes: store.settings.selling.guarantee_minutes,
    },
    stores: [...karat.stores.values()].map(({ code, name, currency: own, timeZone }) => ({
      ...{ code, name, currency: own, time_zone: timeZone },
    })),
    kinds: listCategories(karat, { store, currency, language })
      .slice(0, MOST_KINDS)
      .map(({ slug, name }) => ({
        ...{ slug, name: shortNames[slug]?.({}, isLanguage(language) ? { locale: language } : {}) ?? name },
      })),
    currency,
    language,
    price: priceNow(karat, store, currency),
    now: karat.now(),
    as_of: karat.pulse.since(),
    origin: karat.config.PUBLIC_URL,
    build: site.build,
  }
}

function houseIn(
  { hours_id, hours_en, hours_zh, ...house }: SettingValue<'house'>,
  language: string,
): ShellData['store']['house'] {
  return { ...house, hours: language === 'id' ? hours_id : language === 'zh' ? hours_zh : hours_en }
}

/** The last known price, null before the shop ever had one: the page still opens. */
function priceNow(...where: Parameters<typeof priceSnapshot>): LivePrice | null {
  try {
    return priceSnapshot(...where)
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

/** The stream keeps the price; nothing else of this changes while a page is open. */
export const shouldRevalidate = () => false

export const links: Route.LinksFunction = () => [
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/icons/apple-touch-icon.png' },
]

/** They have run when React comes: its copy of the page need not hold them. */
const headScripts = [
  { name: 'theme', code: import.meta.env.SSR ? themeScript : '' },
  { name: 'picture', code: import.meta.env.SSR ? pictureScript : '' },
  { name: 'reload', code: import.meta.env.SSR ? reloadScript : '' },
  { name: 'start', code: import.meta.env.SSR ? startScript : '' },
]

export function Layout({ children }: { children: ReactNode }) {
  const shell = useRouteLoaderData<typeof loader>('root')
  const nonce = useNonce()
  const { search } = useLocation()
  return (
    <html lang={shell?.language ?? language()} dir="ltr" data-search={search} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#faf7f1" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#141210" media="(prefers-color-scheme: dark)" />
        {headScripts.map(({ name, code }) => (
          // biome-ignore lint/security/noDangerouslySetInnerHtml: our own constants, which must run before the first paint
          <script key={name} nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: code }} />
        ))}
        <Meta />
        <PageAddress shell={shell} />
        <link rel="manifest" href={`/manifest.webmanifest?lang=${shortOf(shell?.language ?? language())}`} />
        <FontPreload href={sansFont} />
        {shell?.language !== 'zh' && <FontPreload href={serifFont} />}
        <Links />
      </head>
      <body>
        <Letters />
        {children}
        <Bridge now={shell?.now} />
        <PinPlace />
        <DialogHost />
        <Toasts />
        <LoadingVeil />
        <BuildNotice build={shell?.build} />
        <p className="asleep" role="alert">
          {m.ui_page_not_loaded()}
        </p>
        <ScrollPlace />
        <Scripts />
      </body>
    </html>
  )
}

const FontPreload = ({ href }: { href: string }) => (
  <link rel="preload" href={href} as="font" type="font/woff2" crossOrigin="anonymous" />
)

export default function App() {
  return <Outlet />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />
}

/** Hands the router and the server's time to code outside React, and says that the page is alive (start-script.ts). */
function Bridge({ now }: { now: number | undefined }) {
  const navigate = useNavigate()
  useEffect(() => {
    window.karatAlive = true
    dispatchEvent(new Event('alive'))
  }, [])
  useEffect(() => setGo((path, options) => void navigate(path, options)), [navigate])
  const { location: next } = useNavigation()
  useEffect(() => setPending(next ? next.pathname + next.search : null), [next])
  useEffect(() => {
    if (now) learnWrittenTime(now)
  }, [now])
  return null
}
