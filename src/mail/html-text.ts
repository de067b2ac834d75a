const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Text as HTML shows it, inside elements and inside quoted attributes. */
export const htmlText = (raw: string) => raw.replace(/[&<>"']/g, (sign) => signs[sign] ?? '')
