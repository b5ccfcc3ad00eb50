// Draws the description of this process. Nothing is asked of anybody else: the validator's badge
// would come from another host.
SwaggerUIBundle({
  url: "/openapi.json",
  dom_id: "#api",
  // Its links would stand inside of buttons, which screen readers do not tell.
  deepLinking: false,
  docExpansion: "list",
  defaultModelsExpandDepth: 0,
  displayOperationId: true,
  filter: true,
  validatorUrl: null,
  persistAuthorization: false,
});
