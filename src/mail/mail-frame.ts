/** The one frame of every letter: tables and styles that mail programs render, light and dark, no picture and no script. */
import { htmlText } from './html-text.ts'

export type Letter = {
  language: string
  /** Shown beside the subject in a list of letters; without it the first words. */
  preview?: string
  title: string
  paragraphs: string[]
  code?: { label: string; text: string }
  button?: { label: string; link: string; copy: string }
  /** Small print, a line each. */
  foot: string[]
  /** Whose letter it is, at its head. */
  brand: string
  unsubscribe?: { label: string; link: string }
  home: string
}

const sans =
  "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,'PingFang SC','Microsoft YaHei',sans-serif"
const serif = "Georgia,'Times New Roman','Songti SC',serif"
const dark = `
.k-paper{background:#141210!important}.k-card{background:#1d1a17!important;border-color:#36312a!important}
.k-ink{color:#f5f0e6!important}.k-quiet{color:#bdb4a4!important}.k-tile{background:#26221d!important}
.k-button{background:#aebbf5!important;color:#10162f!important}.k-link{color:#aebbf5!important}.k-line{border-color:#36312a!important}`

export function mailFrame({
  language,
  preview,
  title,
  paragraphs,
  code,
  button,
  foot,
  brand,
  unsubscribe,
  home,
}: Letter): string {
  return `<!doctype html>
<html lang="${htmlText(language)}"><head><meta charset="utf-8"><title>${htmlText(title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<style>:root{color-scheme:light dark}@media (prefers-color-scheme:dark){${dark}
}@media (max-width:480px){.k-pad{padding:28px 22px!important}}</style></head>
<body class="k-paper" style="margin:0;padding:0;background:#faf7f1">
${preview ? hidden(preview) : ''}
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" class="k-paper" style="background:#faf7f1"><tr><td align="center" style="padding:32px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px">
<tr><td style="padding:0 4px 18px"><a href="${htmlText(home)}" class="k-ink" style="font-family:${serif};font-size:26px;line-height:32px;color:#1b1814;text-decoration:none">${htmlText(brand)}</a></td></tr>
<tr><td class="k-card k-pad" style="background:#ffffff;border:1px solid #e2dacb;border-top:3px solid #b8862f;padding:36px 36px 32px">
<h1 class="k-ink" style="margin:0 0 18px;font-family:${serif};font-weight:400;font-size:25px;line-height:32px;color:#1b1814">${htmlText(title)}</h1>
${code ? codeBox(code) : ''}${paragraphs.map(paragraph).join('\n')}
${button ? buttonBox(button) : ''}</td></tr>
<tr><td style="padding:20px 4px 0">${foot.map(small).join('\n')}
${unsubscribe ? endLink(unsubscribe) : ''}</td></tr>
</table></td></tr></table></body></html>
`
}

/** What lists of letters show; blanks behind it keep the text of the letter itself out. */
const hidden = (text: string) =>
  `<div style="display:none;max-height:0;overflow:hidden;font-size:1px;line-height:1px">${htmlText(text)}${'&#847;&zwnj;&nbsp;'.repeat(60)}</div>`

const paragraph = (text: string) =>
  `<p class="k-ink" style="margin:0 0 16px;font-family:${sans};font-size:16px;line-height:26px;color:#1b1814">${htmlText(text).replaceAll('\n', '<br>')}</p>`

const codeBox = ({ label, text }: { label: string; text: string }) =>
  `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 22px"><tr><td class="k-tile" align="center" style="background:#f1ece2;padding:18px 12px">
<div class="k-quiet" style="font-family:${sans};font-size:13px;line-height:18px;color:#575045">${htmlText(label)}</div>
<div class="k-ink" style="font-family:Consolas,Menlo,monospace;font-size:34px;line-height:44px;letter-spacing:7px;color:#1b1814;padding-left:7px">${htmlText(text)}</div></td></tr></table>
`

const buttonBox = ({ label, link, copy }: NonNullable<Letter['button']>) =>
  `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:6px 0 20px"><tr><td class="k-button" bgcolor="#24346f" style="background:#24346f">
<a href="${htmlText(link)}" class="k-button" style="display:inline-block;padding:14px 26px;font-family:${sans};font-size:16px;line-height:20px;font-weight:600;color:#ffffff;text-decoration:none;background:#24346f">${htmlText(label)}</a></td></tr></table>
<p class="k-quiet" style="margin:0;font-family:${sans};font-size:13px;line-height:20px;color:#575045">${htmlText(copy)}<br><a href="${htmlText(link)}" class="k-link" style="color:#24346f;word-break:break-all">${htmlText(link)}</a></p>`

const small = (text: string) =>
  `<p class="k-quiet" style="margin:0 0 8px;font-family:${sans};font-size:13px;line-height:20px;color:#575045">${htmlText(text)}</p>`

const endLink = ({ label, link }: { label: string; link: string }) =>
  `<p style="margin:0 0 8px;font-family:${sans};font-size:13px;line-height:20px"><a href="${htmlText(link)}" class="k-link" style="color:#24346f">${htmlText(label)}</a></p>`
