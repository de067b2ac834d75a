/**
 * Runs in the head, before any picture is asked for: takes away the blur of each that has come. Parts of a page may wait
 * for a person before they live (ui/later.tsx), but what they show must be right at once. Without scripts tokens.css has none.
 */
export const pictureScript = `document.addEventListener('load',function(e){var t=e.target;if(t instanceof HTMLImageElement&&t.style.backgroundImage)t.style.background='none'},true)`
