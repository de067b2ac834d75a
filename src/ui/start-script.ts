/**
 * Runs in the head and starts the page's modules once its first screen is loaded and painted; or at once for a person
 * who is quicker. What they press, choose or send where the page is not alive yet (in a part of ui/later.tsx: `data-waiting`)
 * is kept, the newest only, and done when it is, within ten seconds, instead of being lost: a link leads on by itself, and no
 * form ever leaves by the browser's own way. page-host.ts writes the script that waits.
 *
 * Before that it says what may become markup or code in this page (Trusted Types, decision 0026): React's empty script element,
 * the drawings of the picture viewer, our service worker; and, by a policy nobody else can reach, the module that waits.
 */
declare global {
  interface Window {
    /** Whether React has taken the page over. */
    karatAlive?: true
  }
}

export const WAITING = 'text/waiting-module'

export const startScript = `(function(){var d=document,w=window,nonce=d.currentScript.nonce,signs=['pointerdown','keydown','touchstart'],kept;
var types=w.trustedTypes,own=types&&types.createPolicy('karat',{createScript:function(text){return text}}),
drawing=/^(?:<\\/?(?:svg|path|use)(?: (?:xlink:href="#[\\w-]+"|(?!on|href|xlink|style)[a-z-]+="[^"<>]*"))*\\/?>)*$/i;
if(types)types.createPolicy('default',{createHTML:function(html){return html==='<script></scr'+'ipt>'||drawing.test(html)?html:null},
createScriptURL:function(url){return url==='/sw.js'?url:null}});
function add(name,parent,what){var e=d.createElement(name);e.nonce=nonce;for(var key in what)e[key]=what[key];parent.appendChild(e)}
function start(){var s=[].find.call(d.scripts,function(e){return e.type==='${WAITING}'&&e.nonce===nonce});if(!s||s.started)return;s.started=true;
signs.forEach(function(sign){removeEventListener(sign,start,true)});
s.dataset.files.split(' ').forEach(function(file){if(file)add('link',d.head,{rel:'modulepreload',href:file})});
add('script',d.body,{type:'module',text:own?own.createScript(s.text):s.text})}
function painted(){if(d.visibilityState==='hidden'||!w.PerformanceObserver)return start();
new PerformanceObserver(function(seen,own){own.disconnect();start()}).observe({type:'paint',buffered:true})}
function alive(what){return w.karatAlive&&!what.closest('[data-waiting]')}
function keep(event){var type=event.type,what=type==='click'?event.target.closest&&event.target.closest('button'):event.target;
if(!what||!what.closest||alive(what))return;event.stopPropagation();if(type!=='change')event.preventDefault();
kept={what:what,at:Date.now(),act:type==='click'?function(){what.click()}:type==='submit'?function(){what.requestSubmit()}:function(){what.dispatchEvent(new Event('change',{bubbles:true}))}}}
['click','submit','change'].forEach(function(type){addEventListener(type,keep,true)});
addEventListener('alive',function(){var last=kept;if(!last||!alive(last.what))return;kept=null;
if(last.what.isConnected&&Date.now()-last.at<1e4)last.act()});
signs.forEach(function(sign){addEventListener(sign,start,true)});
if(d.readyState==='complete')painted();else{addEventListener('load',painted);addEventListener('DOMContentLoaded',function(){setTimeout(start,3000)})}})()`
