// expects: refused
package main
import _ "embed"
//go:embed SECRET
var s string
func main() { print(s) }
