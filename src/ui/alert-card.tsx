/** A price alert that was told, on whatever page its member has open; it stays until they close it or look at their alerts. */
import { Link } from 'react-router'
import * as m from '../locale/paraglide/messages.js'
import { seeAlertNews, useAlertNews, useFollowedAlertNews } from './alert-news.ts'
import { firingPrice, firingWords } from './alert-words.ts'
import { Clock } from './figures.tsx'
import { Icon } from './icon.tsx'

/** `everywhere` in the member's area; elsewhere it asks only where this browser knows that alerts watch. */
export function AlertNews({ everywhere = false }: { everywhere?: boolean }) {
  useFollowedAlertNews(everywhere)
  const { news } = useAlertNews()
  const [newest, ...others] = news
  return (
    <div role="status" aria-label={m.ui_alert_news()}>
      {newest && (
        <div className="alert-card">
          <Icon name="bell-ringing" className="mt-0.5 text-nila" />
          <div className="min-w-0 flex-1">
            <p className="font-semibold">{firingWords(newest)}</p>
            <p className="small text-ink-2">
              {firingPrice(newest)} · <Clock at={newest.at} />
            </p>
            <Link to="/user/trade/alerts" className="link small min-h-11" onClick={() => void seeAlertNews(newest.at)}>
              {others.length > 0
                ? `${m.ui_alert_see()} (${m.ui_alert_more({ count: others.length })})`
                : m.ui_alert_see()}
            </Link>
          </div>
          <button
            type="button"
            className="icon-btn"
            aria-label={m.ui_close()}
            onClick={() => void seeAlertNews(newest.at)}
          >
            <Icon name="x" />
          </button>
        </div>
      )}
    </div>
  )
}
