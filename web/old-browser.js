// Turns away browsers that are older than the floor (scripts/build/browser-floor.ts). It is ES5
// without imports, so that it runs where the app's own files cannot be read. The formatter leaves
// it alone, so that it stays ES5. `__FLOOR__` comes from the build.
(function () {
  function hasFloor() {
    try {
      // Chrome has `dvh` from 108 on, Safari has container queries from 16 on. Firefox has both
      // from 110 on, so 110 to 114 are let in, too.
      return CSS.supports("height", "1dvh") && CSS.supports("container-type", "inline-size");
    } catch (_) {
      return false;
    }
  }

  function element(name, text) {
    var made = document.createElement(name);
    if (text) made.appendChild(document.createTextNode(text));
    return made;
  }

  function show() {
    var root = document.getElementById("root");
    // The apply page can be read in any browser: only its form says that it cannot be sent.
    var place = root || document.getElementById("failure");
    if (!place) return;
    var notice = element("div");
    notice.style.cssText = "max-width: 34em; margin: 2em auto; padding: 0 1em; font-family: sans-serif";
    notice.appendChild(element(root ? "h1" : "p", "This browser is too old"));
    notice.appendChild(element("p", "This page works in these browsers and in later versions:"));
    var list = element("ul");
    var floor = __FLOOR__;
    for (var i = 0; i < floor.length; i++) list.appendChild(element("li", floor[i]));
    notice.appendChild(list);
    notice.appendChild(
      element("p", "Update this browser or its device, or open this page in another browser.")
    );
    // Without its root the app does not start.
    place.parentNode.insertBefore(notice, place);
    place.parentNode.removeChild(place);
  }

  if (!hasFloor()) show();
})();
