/** A longer text as readers will see it, without its links leading anywhere. */
import { readArticle, readLinks } from '../../../content/text-rules.ts'

export const ArticlePreview = ({ text }: { text: string }) => (
  <div className="grid gap-3">
    {readArticle(text).map((block, place) => {
      // biome-ignore-start lint/suspicious/noArrayIndexKey: a text is never reordered
      if (block.kind === 'heading')
        return (
          <p key={place} className="mt-2 font-serif text-xl">
            {block.text}
          </p>
        )
      if (block.kind === 'list')
        return (
          <ul key={place} className="grid list-disc gap-1 pl-5">
            {block.items.map((item) => (
              <li key={item}>
                <Line text={item} />
              </li>
            ))}
          </ul>
        )
      return (
        <p key={place}>
          <Line text={block.text} />
        </p>
      )
      // biome-ignore-end lint/suspicious/noArrayIndexKey: a text is never reordered
    })}
  </div>
)

const Line = ({ text }: { text: string }) =>
  readLinks(text).map((run) =>
    run.to ? (
      <span key={run.text + run.to} className="underline" title={run.to}>
        {run.text}
      </span>
    ) : (
      run.text
    ),
  )
