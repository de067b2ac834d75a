/** A longer text as readers will see it, without its links leading anywhere. */
import { Article } from '../../../content/pages/article.tsx'
import { readArticle, readLinks } from '../../../content/text-rules.ts'

export const ArticlePreview = ({ text }: { text: string }) => <Article blocks={readArticle(text)} line={StillLine} />

const StillLine = ({ text }: { text: string }) =>
  readLinks(text).map((run) =>
    run.to ? (
      <span key={run.text + run.to} className="underline" title={run.to}>
        {run.text}
      </span>
    ) : (
      run.text
    ),
  )
