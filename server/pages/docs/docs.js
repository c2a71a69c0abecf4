// Shows openapi.json with Swagger UI. The server sends this file as it is.
const dark = matchMedia("(prefers-color-scheme: dark)");
const showTheme = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
showTheme();
dark.addEventListener("change", showTheme);

/** Swagger UI's own filter looks at the groups' names only. */
function searchOperations() {
  const text = (operation) =>
    [
      operation.get("method"),
      operation.get("path"),
      operation.getIn(["operation", "summary"]),
      operation.getIn(["operation", "operationId"]),
    ].join(" ");
  const opsFilter = (groups, phrase) => {
    const words = phrase.toLowerCase().split(/\s+/).filter(Boolean);
    return groups
      .map((group, name) =>
        group.set(
          "operations",
          group.get("operations").filter((operation) => {
            const all = `${name} ${text(operation)}`.toLowerCase();
            return words.every((word) => all.includes(word));
          }),
        ),
      )
      .filter((group) => group.get("operations").size > 0);
  };
  return { fn: { opsFilter } };
}

const ui = window.SwaggerUIBundle({
  url: "openapi.json",
  dom_id: "#reference",
  deepLinking: true,
  docExpansion: "list",
  filter: true,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
  // The default sends the document to a validator on the internet.
  validatorUrl: null,
  plugins: [searchOperations],
});

document.getElementById("search").addEventListener("input", (event) => {
  ui.layoutActions.updateFilter(event.target.value.trim() || true);
});

document.querySelector(".contents").addEventListener("click", (event) => {
  const group = event.target.closest("a")?.dataset.group;
  if (!group) return;
  event.preventDefault();
  document.getElementById("search").value = "";
  ui.layoutActions.updateFilter(true);
  ui.layoutActions.show(["operations-tag", group], true);
  history.replaceState(null, "", event.target.closest("a").hash);
  requestAnimationFrame(() => {
    const heading = document.getElementById(`operations-tag-${group.replaceAll(" ", "_")}`);
    heading?.scrollIntoView();
  });
});
