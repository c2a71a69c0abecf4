/**
 * Where (idb-keyval) the service worker stores how many calls are unanswered (R73), and pages remove
 * it once their user has seen the calls. A file of its own, so that the dashboard loads no other
 * places.
 */
export const unansweredCallsPlace = "unanswered-calls";
