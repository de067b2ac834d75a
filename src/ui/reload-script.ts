/**
 * Runs in the head before any of our files is asked for: a document whose own files fail is loaded anew, by the same rule
 * and the same memory as reload-guard.ts, which takes over once the page is awake. When that does not help, the page says so.
 */
export const reloadScript = `(function(){var w=window,d=document,done;
addEventListener('error',function(e){var t=e.target,u=t&&(t.src||t.href)||'',seen,path=location.pathname;
if(w.karatAwake||done||!(t instanceof HTMLScriptElement||t instanceof HTMLLinkElement&&/^(stylesheet|modulepreload)$/.test(t.rel)))return;
if(u&&u.indexOf(location.origin+'/assets/')!==0)return;
done=true;
try{seen=JSON.parse(sessionStorage.getItem('reloaded')||'{}');
if(!(Date.now()-seen[path]<10000)){seen[path]=Date.now();sessionStorage.setItem('reloaded',JSON.stringify(seen));return location.reload()}}catch(x){}
d.documentElement.dataset.asleep=''},true)})()`
